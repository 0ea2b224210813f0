"""The pure core: values in, values out; no time, chance, files, threads or logs."""
