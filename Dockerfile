# Built in one stage and run in another: what builds the wheel is not in the image.
# Without a container engine: python -m deploy.by_hand FOLDER
FROM python:3.11.13-slim-bookworm AS builder
WORKDIR /src
COPY . /src
RUN python -m venv /build && /build/bin/pip install --no-cache-dir -c constraints.txt setuptools
RUN /build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation -w /wheel .

FROM python:3.11.13-slim-bookworm
COPY --from=builder /wheel /wheel
COPY constraints.txt /wheel/constraints.txt
RUN python -m venv /horah && /horah/bin/pip install --no-cache-dir -c /wheel/constraints.txt /wheel/*.whl
RUN useradd --system --uid 10001 --create-home horah && install -d -o horah -m 700 /backups
USER horah
ENV PATH=/horah/bin:$PATH
ENV PYTHONUNBUFFERED=1
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://localhost:8000/api/v1/healthz', timeout=8)"]
CMD ["gunicorn", "--config", "python:web.http.gunicorn_conf", "--workers", "4", "--bind", "0.0.0.0:8000", "web.app:create_app()"]
