"""`croupier run`: a table in real time, on a Pi, on simulated parts or in a browser."""

from firmware.cli.serving.run_options import RunOptions


def run_table(run_options: RunOptions) -> int:
    """Serve a table until stopped."""
    if run_options.web is not None:
        from firmware.cli.commands.web import serve_web

        return serve_web(run_options, run_options.web)
    from firmware.cli.serving.real_time import serve_table

    return serve_table(run_options)
