/** What a rule calls `matches`; the language does not let its own be replaced. As long, so that places stay. */
export const OWN_MATCHES = 'Matches';
/** What a rule calls `has` where the language's own cannot read the path: `has(self.items[0].name)`. */
export const OWN_HAS = 'Has';
