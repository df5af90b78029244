"""Sub-commands of ``horah``, one module each; :mod:`web.cli` imports a module when it is called."""
