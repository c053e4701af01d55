const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const LONGEST = 100;

/** Why a text cannot name a workspace, or nothing. Names become file names, storage keys and parts of annotations. */
export function workspaceNameProblem(name: string): string | undefined {
  if (name === '') return 'the name of a workspace is empty';
  if (name.length > LONGEST)
    return `the name of a workspace has at most ${LONGEST} characters, this one ${name.length}`;
  if (looksLikeFile(name)) return `${name} would be taken for a file: -w reads names with / or .yaml as files`;
  if (!NAME.test(name)) {
    return `${name} is not a name for a workspace: letters, digits, '-', '_' and '.', with a letter or digit at both ends`;
  }
  return undefined;
}

/** `-w prod` is a name, `-w ./prod` and `-w prod.yaml` are files. */
export const looksLikeFile = (text: string): boolean => /[/\\]|\.ya?ml$/i.test(text);
