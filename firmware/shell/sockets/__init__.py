"""Unix sockets that speak in lines."""
