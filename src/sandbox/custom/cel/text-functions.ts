import type {Environment} from '@marcbachmann/cel-js';

const letters = (text: string): readonly string[] => Array.from(text);

const replaced = (text: string, old: string, by: string, most: bigint): string => {
  if (most < 0n) return text.replaceAll(old, () => by);
  const parts = text.split(old);
  const kept = Math.min(Number(most), parts.length - 1);
  return [parts.slice(0, kept + 1).join(by), ...parts.slice(kept + 1)].join(old);
};

/** Registers Kubernetes' string functions that the library does not have. */
export function registerTexts(environment: Environment): void {
  environment
    .registerFunction('string.charAt(int): string', (text: string, at: bigint) => letters(text)[Number(at)] ?? '')
    .registerFunction('string.replace(string, string): string', (text: string, old: string, by: string) =>
      text.replaceAll(old, () => by),
    )
    .registerFunction(
      'string.replace(string, string, int): string',
      (text: string, old: string, by: string, most: bigint) => replaced(text, old, by, most),
    )
    .registerFunction('string.reverse(): string', (text: string) => letters(text).toReversed().join(''));
}
