/** Returns a number with its noun: `1 resource`, `3 resources`. */
export const count = (n: number, noun: string, nouns = `${noun}s`): string => `${n} ${n === 1 ? noun : nouns}`;
