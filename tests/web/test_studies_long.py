"""Long studies: a million battles stopped twice, and a cluster that loses a worker."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from web.cli import study_folder

from .test_studies import begun, made

MILLION = 1_000_000


def finished(folder: Path, cases: int, **how: object) -> dict[str, bytes]:
    told, found, catalog = begun(folder, cases, "long")
    assert study_folder.run(folder, told, None, **how)  # type: ignore[arg-type]
    study_folder.publish(folder, told, found, catalog)
    return made(folder)


@pytest.mark.soak
def test_a_million_battles_stopped_twice(tmp_path: Path) -> None:
    whole = finished(tmp_path / "whole", MILLION, cores=2)
    told, _, _ = begun(tmp_path / "stopped", MILLION, "long")
    for share in (0.2, 0.6):
        stop = share * MILLION
        assert not study_folder.run(
            tmp_path / "stopped", told, None, cores=2, progress=lambda done, of, s=stop: done < s
        )
    assert finished(tmp_path / "stopped", MILLION, cores=2) == whole


@pytest.mark.soak
def test_cluster_loses_a_worker(tmp_path: Path) -> None:
    from distributed import LocalCluster

    cases = 600
    whole = finished(tmp_path / "whole", cases, cores=1)
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        victim = [cluster.workers[0].pid]

        def progress(done: int, of: int) -> bool:
            if done >= of // 4 and victim:
                os.kill(victim.pop(), signal.SIGKILL)
            return True

        address = cluster.scheduler_address
        assert finished(tmp_path / "cluster", cases, cluster=address, progress=progress) == whole
    assert not victim
