"""Phrases of the printed page that no catalogue of the game holds: (Spanish, English)."""

from __future__ import annotations

PHRASES: dict[str, tuple[str, str]] = {
    "and": (" y ", " and "),
    "and_e": (" e ", " and "),
    "formation": ("{name} · {size}", "{name} {size}"),
    "mixed_force": ("Fuerza combinada", "Combined force"),
    # The map and the tracks
    "edge_label": (
        "{faction} · borde amigo · {depth}",
        "{faction} · friendly edge · {depth}",
    ),
    "objective_of": ("Objetivo bajo control de {faction}", "Objective held by {faction}"),
    "objective_free": ("Objetivo sin control", "Objective held by nobody"),
    "objectives_on_map": (
        "Los objetivos están donde los imprime el mapa.",
        "Objectives are where the map prints them.",
    ),
    "one_row": ("1 fila", "1 row"),
    "one_column": ("1 columna", "1 column"),
    "start": ("Salida", "Start"),
    "arrival": ("Refuerzos: {who}", "Reinforcements: {who}"),
    "map_alt": (
        "{map}, {orientation}. {axis} tiene el borde {axis_edge} y despliega a {axis_depth}; "
        "{allied} tiene el borde {allied_edge} y despliega a {allied_depth}. {objectives}",
        "{map}, {orientation}. {axis} has the {axis_edge} edge and sets up {axis_depth} deep; "
        "{allied} has the {allied_edge} edge and sets up {allied_depth} deep. {objectives}",
    ),
    "objective_at": ("Objetivo {number} en {hex}.", "Objective {number} in {hex}."),
    "time_alt": (
        "Registro de Tiempo: el marcador empieza en {time}, Muerte Súbita en {death}. {arrivals}",
        "Time track: the marker starts on {time}, Sudden Death on {death}. {arrivals}",
    ),
    "arrival_alt": (
        "Refuerzos de {who} en el espacio {space}.",
        "Reinforcements for {who} on space {space}.",
    ),
    "victory_alt": ("Registro de Victoria: {where}.", "Victory track: {where}."),
    "casualty_alt": ("Registro de Bajas de {who}: {where}.", "Casualty track of {who}: {where}."),
    "surrender_at": ("rendición en el espacio {space}", "surrender on space {space}"),
    # Conditions
    "marker_at": ("{value} para {faction}", "{value} for {faction}"),
    "marker_zero": ("0", "0"),
    "marker_none": ("No se usa", "Not used"),
    "light": ("Luz", "Light"),
    "conditions": ("Condiciones", "Conditions"),
    "not_used": ("No se usa", "Not used"),
    "open_chits": ("Objetivos conocidos", "Open objectives"),
    "own_secret": ("Objetivo secreto de {faction}", "Secret objective of {faction}"),
    "other_secret": ("Secreto de {faction}: oculto", "Secret of {faction}: hidden"),
    "no_secret": ("{faction}: ningún secreto", "{faction}: no secret"),
    "drawn_open": ("{count} más, al azar en la mesa", "{count} more, drawn at the table"),
    "drawn_secret": (
        "Secreto de {faction}: {count}, al azar en la mesa",
        "Secret of {faction}: {count}, drawn at the table",
    ),
    "no_open": ("Ninguno", "None"),
    # Sheets
    "public_sheet": ("Hoja pública", "Public sheet"),
    "referee_sheet": ("Solo para el árbitro", "For the referee only"),
    "axis_sheet": ("Solo para el jugador del Eje", "For the Axis player only"),
    "allied_sheet": ("Solo para el jugador aliado", "For the Allied player only"),
    "many_cards": ("Fichas de escenario", "Scenario cards"),
    "page_of": ("{page} de {pages}", "{page} of {pages}"),
    "forces": ("Fuerzas", "Forces"),
    "placed_title": ("{faction}: unidades en el mapa", "{faction}: units on the map"),
    "set_up_checklist": ("Preparación, paso a paso", "Set-up, step by step"),
    "units_and_teams": ("Pelotones y dotaciones", "Squads and teams"),
    "weapons_and_radio": ("Armas y radio", "Weapons and radio"),
    "with_it": ("{unit} con {weapon}", "{unit} with {weapon}"),
    "bought_for": ("{cost} PV", "{cost} VP"),
    "arrive_at": ("Refuerzos en Tiempo {space}", "Reinforcements on Time {space}"),
    "infiltration_box": ("Casilla de Infiltración {box}", "Infiltration box {box}"),
    "sightings_one": ("{count} escondrijo", "{count} Sighting marker"),
    "sightings": ("{count} escondrijos", "{count} Sighting markers"),
    "bound_weapons": ("Armas que van con su unidad", "Weapons that go with their unit"),
    "ungrouped": ("Sin patrulla", "Unassigned"),
    "veterans_note": ("{count} con marcador de Veterana", "{count} with a Veteran marker"),
    "how_to_read": (
        "Abajo en cada unidad: potencia de fuego, alcance y movimiento; a la derecha, moral; en el hexágono, "
        "mando. Debajo, la cara desorganizada; bajo un arma, reparación y eliminación. La barra blanca "
        "señala artillería.",
        "Along the bottom of a unit: firepower, range, movement; at the right, morale; in the hex, command. "
        "Beneath it the broken side; beneath a weapon, repair and elimination. A white bar marks ordnance.",
    ),
    "scan": ("Esta batalla", "This battle"),
    "scan_seed": ("Semilla", "Seed"),
    "no_seed": ("Semilla oculta hasta el final", "Seed hidden until the end"),
    "made_with": ("Hora H", "Hora H"),
    # Pull list
    "pull_title": ("Fichas que hay que sacar", "Counters to pull"),
    "pull_table": ("Para la mesa", "For the table"),
    "pull_total": ("Total de {faction}", "Total for {faction}"),
    "pull_grand": ("Total de la batalla", "Total for the battle"),
    "pull_works": ("Fortificaciones", "Fortifications"),
    "pull_markers": ("Marcadores", "Markers"),
    "pull_of_support": ("{count} de apoyo", "{count} from support"),
    "pull_later": ("{count} de refuerzo", "{count} as reinforcements"),
    # Log
    "log_title": ("Registro de la generación", "Generation log"),
    "log_intro": (
        "Cada tirada y cada decisión, en su orden y con su regla.",
        "Every roll and every choice, in order and with its rule.",
    ),
    "log_none": (
        "Esta ficha no se generó tirando: no hay registro.",
        "This card was not rolled up: there is no log.",
    ),
    # Side sheet
    "side_title": ("Hoja de {faction}", "Sheet of {faction}"),
    "side_secret": ("Su objetivo secreto", "Your secret objective"),
    "side_secret_none": (
        "No tiene objetivo secreto: la ficha que sacó no tiene cara secreta y está a la vista.",
        "You have no secret objective: the chit you drew has no secret side and lies open.",
    ),
    "side_keep": (
        "Doble la hoja por la línea y guárdela: solo se cuenta al final o cuando se muestre (7.3.3).",
        "Fold along the line and keep it: it counts only at the end or once shown (7.3.3).",
    ),
    # Checklist, RS.10 to RS.16
    "step_defender": (
        "{faction} despliega primero: unidades y armas a no más de {depth} del borde {edge}, "
        "{stacking} figuras por hex como mucho.",
        "{faction} sets up first: units and weapons within {depth} of the {edge} edge, at most "
        "{stacking} figures in a hex.",
    ),
    "step_attacker": (
        "{faction} despliega después: a no más de {depth} del borde {edge}.",
        "{faction} sets up last: within {depth} of the {edge} edge.",
    ),
    "step_together": (
        "Los dos despliegan a la vez: {axis} a {axis_depth} del borde {axis_edge}, {allied} a "
        "{allied_depth} del borde {allied_edge}, {stacking} figuras por hex como mucho.",
        "Both set up at once: {axis} within {axis_depth} of the {axis_edge} edge, {allied} within "
        "{allied_depth} of the {allied_edge} edge, at most {stacking} figures in a hex.",
    ),
    "elimination": ("PV por eliminación", "VP for eliminated"),
    "plus_command": ("{vp} + mando", "{vp} + command"),
    "step_bound": (
        "Las armas compradas van con su unidad.",
        "Bought weapons start with their unit.",
    ),
    "step_unarmed_all": (
        "Lo comprado solo, sin arma del OB.",
        "What was bought alone takes no weapon of the OB.",
    ),
    "step_unarmed": (
        "Comprado solo, sin arma del OB: {pieces}.",
        "Bought alone, no weapon of the OB: {pieces}.",
    ),
    "step_groups": (
        "Las armas de cada patrulla o sección empiezan con sus propias unidades.",
        "The weapons of each patrol or platoon start with its own units.",
    ),
    "step_fixed": ("En {hex}: {pieces} ({faction}).", "In {hex}: {pieces} ({faction})."),
    "step_year": ("Marcador de Año: {year}.", "Year marker: {year}."),
    "step_stats": (
        "Factores OB: {values}.",
        "OB Stats markers: {values}.",
    ),
    "step_stats_value": (
        "{faction}, órdenes {orders}, {quality}, {posture}",
        "{faction}, orders {orders}, {quality}, {posture}",
    ),
    "step_vp": ("Marcador de PV: {where}.", "VP marker: {where}."),
    "step_vp_start": (
        "Marcador de PV, pagadas las compras: {where}.",
        "VP marker, purchases paid: {where}.",
    ),
    "step_vp_chits": (
        "Objetivos conocidos: marcador de PV {count} hacia {faction}, a {where}.",
        "Open chits: VP marker {count} toward {faction}, to {where}.",
    ),
    "step_vp_price": (
        "Precio: marcador de PV {count} hacia {faction}, a {where}.",
        "Price: VP marker {count} toward {faction}, to {where}.",
    ),
    "step_occupies": (
        "Según se decidió, ocupa los objetivos {numbers}.",
        "As decided, it occupies objectives {numbers}.",
    ),
    "step_occupies_one": (
        "Según se decidió, ocupa el objetivo {numbers}.",
        "As decided, it occupies objective {numbers}.",
    ),
    "step_occupies_none": (
        "Según se decidió, no ocupa ningún objetivo.",
        "As decided, it occupies no objective.",
    ),
    "step_control_all": (
        "Marcadores de control en todos los objetivos, con la cara de {faction}.",
        "Control markers on all objectives, {faction} side up.",
    ),
    "step_turn": (
        "{faction} ocupa sin enemigos los objetivos {numbers}: vuelva sus marcadores.",
        "{faction} alone occupies objectives {numbers}: turn their markers.",
    ),
    "step_turn_one": (
        "{faction} ocupa sin enemigos el objetivo {numbers}: vuelva su marcador.",
        "{faction} alone occupies objective {numbers}: turn its marker.",
    ),
    "step_alone": (
        "{faction} ocupa sin enemigos los objetivos {numbers}: ponga sus marcadores de control.",
        "{faction} alone occupies objectives {numbers}: its control markers there.",
    ),
    "step_alone_one": (
        "{faction} ocupa sin enemigos el objetivo {numbers}: ponga su marcador de control.",
        "{faction} alone occupies objective {numbers}: its control marker there.",
    ),
    "step_control": (
        "Marcadores de control de {faction} en los objetivos {numbers}.",
        "Control markers of {faction} on objectives {numbers}.",
    ),
    "step_control_one": (
        "Marcador de control de {faction} en el objetivo {numbers}.",
        "Control marker of {faction} on objective {numbers}.",
    ),
    "step_no_control_one": (
        "El objetivo {numbers} empieza sin control.",
        "Objective {numbers} starts without control.",
    ),
    "step_no_control": (
        "Los objetivos {numbers} empiezan sin control.",
        "Objectives {numbers} start without control.",
    ),
    "step_capture": (
        "Si en la mesa ocupa un objetivo sin enemigos: vuelva su marcador y mueva el de PV el doble de su "
        "valor conocido hacia {faction}.",
        "Should it alone occupy an objective at the table: turn its marker and move the VP marker twice its "
        "open value toward {faction}.",
    ),
    "step_capture_other": (
        "Si en la mesa ocupa otros, o no estos: vuelva solo los que ocupe sin enemigos y mueva el marcador "
        "de PV el doble de cada valor conocido hacia {faction}.",
        "Should it occupy others at the table, or not these: turn only those it alone occupies and move the "
        "VP marker twice each open value toward {faction}.",
    ),
    "step_recon_control": (
        "Si en la mesa se despliega de otro modo: cada bando marca solo lo que ocupa sin enemigos y mueve el "
        "marcador de PV cada valor conocido hacia sí.",
        "Should set-up differ at the table: each side marks only what it alone occupies and moves the VP "
        "marker each open value toward itself.",
    ),
    "step_radio": (
        "{radio} de {faction} al Recuadro de Artillería.",
        "{radio} of {faction} into the Artillery box.",
    ),
    "step_works": (
        "{faction} coloca en su zona, una por hex y fuera del agua: {works}.",
        "{faction} places in its zone, one to a hex and not in water: {works}.",
    ),
    "step_works_fixed": (
        "{faction} coloca donde muestra el mapa: {works}.",
        "{faction} places where the map shows: {works}.",
    ),
    "step_spotter": ("{leader} es Observador de Mortero.", "{leader} is the Mortar Spotter."),
    "step_scout": (
        "{faction} coloca con sus unidades un Scout, que observa para sus morteros.",
        "{faction} sets up a Scout with its units, who spots for its mortars.",
    ),
    "step_deploy_one": (
        "{faction} puede desplegar {count} pelotón sin coste antes de empezar.",
        "{faction} may deploy {count} squad free of charge before play.",
    ),
    "step_deploy": (
        "{faction} puede desplegar {count} pelotones sin coste antes de empezar.",
        "{faction} may deploy {count} squads free of charge before play.",
    ),
    "step_opening": (
        "La mano inicial de {faction} incluye {cards}.",
        "The opening hand of {faction} includes {cards}.",
    ),
    "option": ("{faction} puede elegir antes del primer turno", "{faction} may choose before the first turn"),
    "zones_overlap": (
        "Las zonas de despliegue se solapan a propósito.",
        "The set-up zones overlap on purpose.",
    ),
    "readings": ("Cómo se ha leído la fuente", "How the source was read"),
    "commitment": ("SHA-256 de la semilla: {digest}", "SHA-256 of the seed: {digest}"),
    "step_markers": ("Marcadores en el mapa: {markers}.", "Markers on the map: {markers}."),
    "step_time": (
        "Tiempo en {time}; Muerte Súbita en {death}.",
        "Time marker on {time}; Sudden Death on {death}.",
    ),
    "step_surrender": ("Rendición: {values}.", "Surrender: {values}."),
    "step_mines": ("Potencia de las minas: {strength}.", "Mine strength: {strength}."),
    "step_reinforcements": (
        "Refuerzos a su espacio del Registro de Tiempo.",
        "Reinforcements onto their spaces of the Time track.",
    ),
    "step_cup": ("Humo e incendios a la segunda taza.", "Smoke and blazes into the second cup."),
    "step_initiative": ("Carta de Iniciativa a {faction}.", "Initiative card to {faction}."),
    "step_hands": ("Baraje y robe: {values}.", "Shuffle and draw: {values}."),
    "step_hand_value": ("{faction} {hand}", "{faction} {hand}"),
    "step_first_turn": ("Hora H: primer turno de {faction}.", "H-hour: {faction} takes the first turn."),
    "value_of": ("{faction} {value}", "{faction} {value}"),
    # Text and forum
    "vs": ("contra", "v"),
    "quality_short": ("Calidad", "Quality"),
    "hand_short": ("Mano", "Hand"),
    "discard_short": ("Descarte", "Discard"),
    "veterans_short": ("{count} vet.", "{count} vet."),
    "aid_short": ("ver ayuda de juego", "see player aid"),
    "date_year": ("{date} de {year}", "{date} {year}"),
    "edge.top": ("superior", "top"),
    "edge.bottom": ("inferior", "bottom"),
    "edge.left": ("izquierdo", "left"),
    "edge.right": ("derecho", "right"),
    # Works and their number
    "work.foxholes": ("pozo de tirador", "foxhole"),
    "work.trench": ("trinchera", "trench"),
    "work.bunker": ("búnker", "bunker"),
    "work.pillbox": ("casamata", "pillbox"),
    "work.wire": ("alambrada", "wire"),
    "work.mines": ("campo de minas", "minefield"),
    "work.cave": ("cueva", "cave"),
    "works.foxholes": ("pozos de tirador", "foxholes"),
    "works.trench": ("trincheras", "trenches"),
    "works.bunker": ("búnkeres", "bunkers"),
    "works.pillbox": ("casamatas", "pillboxes"),
    "works.wire": ("alambradas", "wire"),
    "works.mines": ("campos de minas", "minefields"),
    "works.cave": ("cuevas", "caves"),
    # Situation
    "size.company": ("compañía", "company"),
    "size.detachment": ("destacamento", "detachment"),
    "size.platoon": ("patrulla", "platoon"),
    "size.force": ("fuerza", "force"),
    "grade.elite": ("de élite", "elite"),
    "grade.line": ("de línea", "line"),
    "grade.green": ("de reclutas", "green"),
    "who_attacks_defends": (
        "En {year}, {acting} se lanza contra {facing} que defiende {map} desde el borde {edge}.",
        "In {year} {acting} moves against {facing} holding {map} from its {edge} edge.",
    ),
    "who_attacks_scouts": (
        "En {year}, {acting} se lanza contra {facing} que reconoce {map} desde el borde {edge}.",
        "In {year} {acting} moves against {facing} reconnoitring {map} from its {edge} edge.",
    ),
    "who_scouts_defends": (
        "En {year}, {acting} tantea a {facing} que defiende {map} desde el borde {edge}.",
        "In {year} {acting} feels its way toward {facing} holding {map} from its {edge} edge.",
    ),
    "who_attacks_both": (
        "En {year}, {axis} y {allied} chocan en {map}; las dos fuerzas atacan.",
        "In {year} {axis} and {allied} collide on {map}; both attack.",
    ),
    "who_defends_both": (
        "En {year}, {axis} y {allied} se vigilan en {map}; ninguna quiere ceder terreno.",
        "In {year} {axis} and {allied} watch each other across {map}; neither means to give ground.",
    ),
    "who_scouts_both": (
        "En {year}, {axis} y {allied} avanzan a tientas por {map}, sin saber dónde está el enemigo.",
        "In {year} {axis} and {allied} feel their way across {map}, neither knowing where the other lies.",
    ),
    "means_works": ("{faction} ha preparado {works}", "{faction} has prepared {works}"),
    "means_radio": (
        "{faction} tiene una batería de {caliber} en la radio",
        "{faction} has a {caliber} battery on the radio",
    ),
    "means_later": ("llegarán refuerzos de {who}", "reinforcements are on the way for {who}"),
    "means_depth": (
        "El atacante parte de {attacker_depth}; el defensor puede desplegar en {defender_depth}",
        "The attacker starts from {attacker_depth}; the defender may set up in {defender_depth}",
    ),
    "means_gap_one": (
        "Entre las dos zonas queda {gap} de nadie",
        "Between the zones lies {gap} of no man's land",
    ),
    "means_gap": (
        "Entre las dos zonas quedan {gap} de nadie",
        "Between the zones lie {gap} of no man's land",
    ),
    "stakes_even": ("el marcador empieza igualado", "the marker starts level"),
    "stakes_marker": (
        "{faction} empieza con {value} PV de ventaja",
        "{faction} starts {value} VP ahead",
    ),
    "stakes_death": (
        "la Muerte Súbita acecha desde el espacio {death}",
        "Sudden Death looms from space {death} on",
    ),
    "custom_map": ("el mapa «{name}»", "the map “{name}”"),
    "the_map": ("el mapa {number}", "map {number}"),
    # Titles
    "title.wire": ("Tras las alambradas", "Behind the Wire"),
    "title.mines": ("El campo de minas", "The Minefield"),
    "title.trench": ("La línea de trincheras", "The Trench Line"),
    "title.bunker": ("Hormigón", "Concrete"),
    "title.foxholes": ("Atrincherados", "Dug In"),
    "title.radio": ("Bajo el fuego de la artillería", "Under the Barrage"),
    "title.V": ("Todo o nada", "All or Nothing"),
    "title.W": ("Abrirse paso", "Break Through"),
    "title.X": ("Guerra de desgaste", "Attrition"),
    "title.one": ("Objetivo {number}", "Objective {number}"),
    "title.each": ("Palmo a palmo", "Every Yard"),
    "title.odds": ("Contra toda esperanza", "Against the Odds"),
    "title.later": ("Hasta que lleguen refuerzos", "Until They Arrive"),
    "title.night": ("Noche sin luna", "No Moon"),
    "title.hold": ("Mantener la línea", "Hold the Line"),
    "title.push": ("El empujón", "The Push"),
    "title.dawn": ("La hora del asalto", "The Hour of the Assault"),
    "title.contact": ("Primer contacto", "First Contact"),
    "title.nobody": ("Tierra de nadie", "No Man's Land"),
    "title.patrols": ("A tientas", "Feeling for the Enemy"),
    "title.meeting": ("Combate de encuentro", "Meeting Engagement"),
    "title.watch": ("Frente a frente", "Face to Face"),
}
