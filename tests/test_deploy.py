"""Container image and compose file: the files fit together, and the build steps run in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from deploy.by_hand import DOMAIN, LEFT_OUT, OF_ROOT, Machine, let_through, service, steps
from tests.test_wheel import BUILD_FILES, LAYERS
from web.app import create_app
from web.cli import main
from web.config import Config, from_environment
from web.service.quota import IPV6_PREFIX_BITS

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
TRAEFIK = (ROOT / "deploy" / "traefik.yaml").read_text(encoding="utf-8")
TIMEOUT_SECONDS = 600  # seconds; only to end a process that hangs


@pytest.fixture(scope="module")
def composed() -> Any:
    return yaml.safe_load(COMPOSE)


def test_every_image_step_is_tested_or_listed_as_untested() -> None:
    taken = list(steps(DOCKERFILE))
    by_hand = [
        step for step in taken if hasattr(Machine, f"do_{step.kind.lower()}") and OF_ROOT not in step.said
    ]
    rest = [step for step in taken if step not in by_hand]
    assert {step.kind for step in rest} == {*LEFT_OUT, "RUN"}
    assert len([step for step in rest if step.kind == "RUN"]) == 1
    assert {"FROM", "COPY", "RUN", "ENV", "HEALTHCHECK", "CMD"} <= {step.kind for step in by_hand}


def test_image_copies_the_sources_of_the_wheel() -> None:
    context = let_through((ROOT / ".dockerignore").read_text(encoding="utf-8"))
    assert sorted(context) == sorted((*LAYERS, *BUILD_FILES, "constraints.txt"))


def test_image_command_matches_the_operators_page() -> None:
    (command,) = (step.words for step in steps(DOCKERFILE) if step.kind == "CMD")
    told = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
    assert " ".join(command[:3]) in told
    assert command[-1] == "web.app:create_app()"
    assert command[command.index("--bind") + 1].partition(":")[2] in served_at()


def served_at() -> set[str]:
    """Return the port named beside the command."""
    proxy = re.findall(r"http://horah:(\d+)", TRAEFIK)
    shown = [step.said for step in steps(DOCKERFILE) if step.kind == "EXPOSE"]
    asked = re.findall(r"localhost:(\d+)", DOCKERFILE)
    ports = {*proxy, *shown, *asked, *yaml.safe_load(COMPOSE)["services"]["horah"]["expose"]}
    assert len(ports) == 1
    return ports


def test_compose_environment_is_valid_configuration() -> None:
    config = from_environment(service(COMPOSE))
    assert (config.public, config.hosts, config.proxies) == (f"https://{DOMAIN}", (DOMAIN, "localhost"), 1)
    assert config.database == "postgresql+psycopg://horah@database/horah"
    assert service(COMPOSE)["PGPASSWORD"] == service(COMPOSE, "database")["POSTGRES_PASSWORD"] == "secret"
    assert (config.limits.bytes, config.limits.expiry_days, config.limits.disk) == (
        64 << 20,
        400,
        "/database",
    )
    assert service(COMPOSE, "backup") == service(COMPOSE)


def test_persistent_data_lies_in_volumes(composed: Any) -> None:
    used = {
        each.partition(":")[0]
        for one in composed["services"].values()
        for each in one.get("volumes", ())
        if not each.startswith(".")
    }
    assert used == set(composed["volumes"])
    assert "tables:/var/lib/postgresql/data" in composed["services"]["database"]["volumes"]
    published = {name for name, one in composed["services"].items() if "ports" in one}
    assert published == {"proxy"}


def test_nightly_backup_command_exists(composed: Any, tmp_path: Path) -> None:
    *_, loop = composed["services"]["backup"]["command"]
    (file,) = re.findall(r"horah backup ([^;]+);", loop)
    assert f"{Path(file).parent}" in composed["services"]["backup"]["volumes"][0]
    database = f"sqlite:///{tmp_path}/x.db"
    create_app(Config(database, rate=0, pages=False)).test_client().post("/api/v1/battles")
    told = CliRunner().invoke(main, ["backup", f"{tmp_path}/{Path(file).name}", "--database", database])
    assert told.exit_code == 0, told.output


def test_services_are_pinned_and_limited(composed: Any) -> None:
    for name, one in composed["services"].items():
        assert "build" in one or one["image"] == "hora-h" or re.search(r":v?\d+\.\d+", one["image"]), name
        assert one["mem_limit"] and one["logging"]["options"]["max-size"] and one["restart"]
    for step in steps(DOCKERFILE):
        assert step.kind != "FROM" or re.match(r"python:\d+\.\d+\.\d+-slim", step.said)


def test_proxy_limits_requests_of_one_address(composed: Any) -> None:
    rules = yaml.safe_load(TRAEFIK)["http"]
    limit = rules["middlewares"]["simultaneous"]["inFlightReq"]
    assert limit["amount"] > 0 and limit["sourceCriterion"]["ipStrategy"]["ipv6Subnet"] == IPV6_PREFIX_BITS
    assert set(rules["routers"]["horah"]["middlewares"]) == set(rules["middlewares"])
    assert not any("accesslog" in word for word in composed["services"]["proxy"]["command"])


def test_old_backup_is_unhealthy(composed: Any, tmp_path: Path) -> None:
    _, _, _, check = composed["services"]["backup"]["healthcheck"]["test"]

    def healthy() -> bool:
        command = check.replace("/backups", str(tmp_path))
        return subprocess.run(["sh", "-c", command]).returncode == 0

    assert not healthy()
    file = tmp_path / "day-1.horah"
    file.write_text("x")
    assert healthy()
    os.utime(file, (0, time.time() - 27 * 3600))
    assert not healthy()


@pytest.mark.soak
def test_image_steps_run_in_an_empty_folder(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "deploy.by_hand", str(tmp_path / "bare")],
        cwd=ROOT,
        env=dict(os.environ),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIMEOUT_SECONDS,
    )
    assert said.returncode == 0, said.stdout
    assert "/: 200" in said.stdout and "/api/v1/battles: 201" in said.stdout
    assert list((tmp_path / "bare" / "image" / "backups").glob("day-*.horah"))
