"""The readers of results: what one viewer may see. A page costs the same however many games there were."""
