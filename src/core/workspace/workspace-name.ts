import {DEFAULT_SANDBOX} from './sandbox-name.ts';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const LONGEST = 100;

/** Why a text cannot name a workspace, or nothing. Names become file names, storage keys and parts of annotations. */
export function workspaceNameProblem(name: string): string | undefined {
  if (name === '') return 'the name of a workspace is empty';
  if (name.length > LONGEST)
    return `the name of a workspace has at most ${LONGEST} characters, this one ${name.length}`;
  if (looksLikeFile(name)) return `${name} would be taken for a file: -w reads names with / or .yaml as files`;
  if (!NAME.test(name)) {
    return `${name} is not a name for a workspace: letters, digits, '-', '_' and '.', not beginning with '-' or '.'`;
  }
  return undefined;
}

/** Why a new workspace cannot have a name, or nothing: one that is built in has it, or it is none at all. */
export const newWorkspaceNameProblem = (name: string): string | undefined =>
  name === DEFAULT_SANDBOX
    ? `the name ${name} belongs to the workspace that is built in: use that one as it is with "-w ${name}", and choose another name for yours`
    : workspaceNameProblem(name);

/** The name that a workspace has by the name of its file. */
export const nameOfWorkspaceFile = (file: string): string =>
  file.replace(/^.*[/\\]/, '').replace(/\.(?:ya?ml|json)$/, '');

/** `-w prod` is a name, `-w ./prod` and `-w prod.yaml` are files. */
export const looksLikeFile = (text: string): boolean => /[/\\]|\.ya?ml$/.test(text);
