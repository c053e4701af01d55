/** Replaces `matches` in expressions, because the library's own cannot be overridden. The name has the same length, so that offsets stay. */
export const OWN_MATCHES = 'Matches';
/** Replaces `has` in expressions whose path the library's own cannot read: `has(self.items[0].name)`. */
export const OWN_HAS = 'Has';
