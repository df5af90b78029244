"""Chromium for the tests: the system's, otherwise Debian's package if permitted, otherwise Playwright's."""

from __future__ import annotations

import fcntl
import getpass
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TIMEOUT_SECONDS = 600
#: Headless, without updates or other network traffic except to the server under test.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: Off, because no test looks at them: suggestions under the address bar, two pages of their own for every
#: visitor, and a process kept ready for a page that nobody has asked for. Of two such switches the last one
#: counts, so what Playwright turns off stands here too.
FEATURES = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "SpareRendererForSitePerProcess",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)


class NoChromium(Exception):
    """No Chromium is available; the message says why."""


def launch(playwright: Playwright) -> Browser:
    """Start a Chromium, installing one if needed."""
    with _one_at_a_time():
        path = _of_the_system() or _of_debian()
        if path is None:
            _of_playwright(playwright)
    try:
        return playwright.chromium.launch(executable_path=path, args=_flags())
    except Error as fault:
        raise NoChromium(f"Chromium does not start: {fault.message.splitlines()[0]}") from None


def at_home(browser: Browser, folder: Path, flags: Sequence[str] = (), **options: Any) -> BrowserContext:
    """Start another one with a persistent profile, as a person's browser has."""
    kind, path = browser.browser_type, _of_the_system()
    return kind.launch_persistent_context(folder, executable_path=path, args=[*_flags(), *flags], **options)


def _flags() -> list[str]:
    flags = [*FLAGS, f"--disable-features={','.join(FEATURES)}"]
    return [*flags, "--no-sandbox"] if _root() else flags


def _of_the_system() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _of_debian() -> str | None:
    """Install Debian's package if apt is available and permitted."""
    if not _root() or shutil.which("apt-get") is None:
        return None
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"]
    if not _ran(install):
        _ran(["apt-get", "update", "-q"])
        _ran(install)
    return _of_the_system()


def _of_playwright(playwright: Playwright) -> None:
    if Path(playwright.chromium.executable_path).exists():
        return
    if not _ran([sys.executable, "-m", "playwright", "install", "chromium"]):
        raise NoChromium(
            "no Chromium: none is installed, apt-get could not install one, nor Playwright fetch its own"
        )


def _ran(command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=TIMEOUT_SECONDS, env=environment, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let only one of several test processes install."""
    with (Path(tempfile.gettempdir()) / f"horah-chromium-{getpass.getuser()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
