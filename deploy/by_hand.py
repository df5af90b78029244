"""Build the image without a container engine: ``python -m deploy.by_hand FOLDER``.

Runs the steps of the Dockerfile itself, with the folders of the image inside FOLDER. Steps that need another
machine are reported and skipped: the base image (this Python replaces it), its user, and the other services
of compose.yaml. ``--database URL`` replaces its PostgreSQL.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from shutil import copy2, copytree, ignore_patterns
from urllib.request import Request, urlopen

import yaml

ROOT = Path(__file__).resolve().parent.parent
INSIDE = re.compile(r"(?<![\w./:])/(src|build|wheel|horah|backups)\b")  # folders of the image
LEFT_OUT = ("EXPOSE", "USER")
OF_ROOT = "useradd "
DOMAIN = "club.example.org"
TIMEOUT_SECONDS = 120  # seconds until the service must answer


@dataclass(frozen=True, slots=True)
class Step:
    """An instruction of the Dockerfile and its arguments."""

    kind: str
    said: str

    @property
    def words(self) -> list[str]:
        return list(json.loads(self.said)) if self.said.startswith("[") else shlex.split(self.said)


def steps(text: str) -> Iterator[Step]:
    """Yield the instructions without comments, with continued lines joined."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        kind, _, said = line.partition(" ")
        yield Step(kind.upper(), said.strip())


def let_through(text: str) -> list[str]:
    """Return the exceptions of .dockerignore, which excludes everything else."""
    return [line[1:] for line in text.splitlines() if line.startswith("!")]


def service(text: str, name: str = "horah") -> Mapping[str, str]:
    """Return the environment of a service of compose.yaml with its variables filled in."""
    given = {"HORAH_DOMAIN": DOMAIN, "HORAH_PASSWORD": "secret"}

    def fill(place: re.Match[str]) -> str:
        return given.get(place[1]) or place[2] or ""

    raw = yaml.safe_load(text)["services"][name]["environment"]
    return {key: re.sub(r"\$\{(\w+)(?::[-?]([^}]*))?\}", fill, str(value)) for key, value in raw.items()}


class Machine:
    """Runner of the Dockerfile's steps, each stage in a separate folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.stages: list[str] = []
        self.here = "/"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder)}
        self.environment |= {
            key: value for key, value in os.environ.items() if key.startswith(("PIP_", "SSL_"))
        }
        self.command: list[str] = []
        self.health: list[str] = []

    @property
    def root(self) -> Path:
        return self.folder / self.stages[-1]

    def inside(self, text: str) -> str:
        """Replace the folders of the image by their local paths."""
        return INSIDE.sub(lambda found: f"{self.root}{found[0]}", text)

    def take(self, step: Step) -> str:
        """Run or skip a step and return which."""
        if step.kind in LEFT_OUT or (step.kind == "RUN" and OF_ROOT in step.said):
            (self.root / "backups").mkdir(exist_ok=True)
            return "left out"
        getattr(self, f"do_{step.kind.lower()}")(step)
        return "done"

    def do_from(self, step: Step) -> None:
        wanted = re.fullmatch(r"python:(\d+)\.(\d+)\.\d+-slim-\w+(?: AS (\w+))?", step.said)
        if not wanted:
            raise SystemExit(f"no base image known here: {step.said}")
        if sys.version_info[:2] != (int(wanted[1]), int(wanted[2])):
            raise SystemExit(
                f"the image has Python {wanted[1]}.{wanted[2]}, this is {sys.version.split()[0]}"
            )
        self.stages.append(wanted[3] or "image")
        self.root.mkdir(parents=True)
        tools = self.root / "bin"
        tools.mkdir()
        (tools / "python").symlink_to(getattr(sys, "_base_executable", sys.executable))
        self.environment["PATH"] = f"{tools}:{os.environ['PATH']}"

    def do_workdir(self, step: Step) -> None:
        self.here = step.said
        Path(self.inside(step.said)).mkdir(parents=True, exist_ok=True)

    def do_copy(self, step: Step) -> None:
        *options, source, target = step.words
        there = Path(self.inside(target))
        if options:
            copytree(self.folder / options[0].removeprefix("--from=") / source.strip("/"), there)
            return
        context = let_through((ROOT / ".dockerignore").read_text(encoding="utf-8"))
        for name in context if source == "." else [each for each in context if fnmatch(each, source)]:
            place = there / name if source == "." else there
            place.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_dir():
                copytree(ROOT / name, place, ignore=ignore_patterns("__pycache__"))
            else:
                copy2(ROOT / name, place)

    def do_run(self, step: Step) -> None:
        here = Path(self.inside(self.here)) if len(self.stages) == 1 else self.root
        subprocess.run(["sh", "-c", self.inside(step.said)], cwd=here, env=self.environment, check=True)

    def do_env(self, step: Step) -> None:
        name, _, value = step.said.partition("=")
        self.environment[name] = self.inside(value).replace("$PATH", self.environment["PATH"])

    def do_healthcheck(self, step: Step) -> None:
        self.health = json.loads(step.said.partition("CMD ")[2])

    def do_cmd(self, step: Step) -> None:
        self.command = step.words


def try_out(machine: Machine, database: str) -> None:
    """Start the service as compose.yaml does, generate a battle, make a backup and stop the service."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    environment = {**machine.environment, **service(compose), "DATABASE_URL": database}
    command = [part.replace("0.0.0.0:8000", f"127.0.0.1:{port}") for part in machine.command]
    health = [part.replace("localhost:8000", f"localhost:{port}") for part in machine.health]
    server = subprocess.Popen(command, cwd=machine.root, env=environment)
    try:
        last = time.monotonic() + TIMEOUT_SECONDS
        while subprocess.run(health, env=environment, stderr=subprocess.DEVNULL).returncode:
            if server.poll() is not None or time.monotonic() > last:
                raise SystemExit("the service does not answer")
            time.sleep(0.5)
        for path, body in (("/", None), ("/api/v1/battles", b'{"seed": "1944"}')):
            asked = Request(f"http://localhost:{port}{path}", body, {"Content-Type": "application/json"})
            with urlopen(asked, timeout=TIMEOUT_SECONDS) as answer:
                print(f"{path}: {answer.status}", flush=True)
        _, _, loop = yaml.safe_load(compose)["services"]["backup"]["command"]
        (once,) = re.findall(r"horah backup [^;]+", loop.replace("$$", "$"))
        subprocess.run(["sh", "-c", machine.inside(once)], env=environment, check=True)
    finally:
        server.send_signal(signal.SIGTERM)
        ended = server.wait(TIMEOUT_SECONDS)
    if ended:
        raise SystemExit(f"the service ended with {ended}")


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m deploy.by_hand", description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--database", default="")
    given = options.parse_args()
    machine = Machine(given.folder)
    for step in steps((ROOT / "Dockerfile").read_text(encoding="utf-8")):
        print(f"{machine.take(step)}: {step.kind} {step.said}", flush=True)
    try_out(machine, given.database or f"sqlite:///{machine.folder / 'horah.db'}")


if __name__ == "__main__":
    main()
