"""`croupier run`: a table in real time, on a Pi, on simulated parts or in a browser."""

from firmware.cli.serving.run_options import Wanted


def run(wanted: Wanted) -> int:
    """Serve a table until stopped."""
    if wanted.web is not None:
        from firmware.cli.commands.web import web

        return web(wanted, wanted.web)
    from firmware.cli.serving.real_time import serve_table

    return serve_table(wanted)
