/** A command line that help shows, with what it does. */
export type Example = readonly [line: string, meaning: string];

/** The examples of commands by their names: `release list`. */
export type Examples = Readonly<Record<string, readonly [Example, Example, ...Example[]]>>;
