/** Returns how to name a workspace if the user and others have one with its name. */
export const ambiguousText = (name: string, names: readonly string[]): string =>
  `The name ${name} alone now leads to several workspaces: use ${names.join(' or ')}.`;
