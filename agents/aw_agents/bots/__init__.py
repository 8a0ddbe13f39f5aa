"""Players that are programs: a protocol of lines for bots in any language (docs/protocol.md)."""
