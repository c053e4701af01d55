/** Settings of a Helm source by the flags of Helm. */
const FLAGS: Readonly<Record<string, string>> = {
  '--set': 'set',
  '--set-string': 'set',
  '--values': 'valuesFiles',
};

/** Returns the hint for a flag of Helm that sets values of a chart, or undefined. */
export function hintForFlag(flag: string): string | undefined {
  const setting = Object.hasOwn(FLAGS, flag) ? FLAGS[flag] : undefined;
  return setting && `Set \`${setting}\` in the Helm source of stack.yaml.`;
}
