import {DEFAULT_SANDBOX} from './sandbox-name.ts';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const LONGEST = 100;

/** Returns the problem of a workspace name; undefined if it is valid. Names become file names, storage keys and parts of annotations. */
export function workspaceNameProblem(name: string): string | undefined {
  if (name === '') return 'the name of a workspace is empty';
  if (name.length > LONGEST)
    return `the name of a workspace has at most ${LONGEST} characters, this one ${name.length}`;
  if (/[/\\]|\.ya?ml$/.test(name))
    return `${name} is not a valid workspace name: -w reads names with / or .yaml as files`;
  if (!NAME.test(name)) {
    return `${name} is not a valid workspace name: use letters, digits, '-', '_' and '.', without '-' or '.' at the beginning`;
  }
  return undefined;
}

/** Returns the problem of a name for a new workspace: it is not valid, or it belongs to the built-in workspace. */
export const newWorkspaceNameProblem = (name: string): string | undefined =>
  name === DEFAULT_SANDBOX
    ? `the name ${name} belongs to the built-in workspace ("-w ${name}"): choose another name`
    : workspaceNameProblem(name);

/** Returns the name of a workspace from the name of its file. */
export const nameOfWorkspaceFile = (file: string): string =>
  file.replace(/^.*[/\\]/, '').replace(/\.(?:ya?ml|json)$/, '');

/** Reports whether the value of `-w` is a file: `./prod` and `prod.yaml` are, `prod` and `mine/prod` are not. */
export const looksLikeFile = (text: string): boolean => /[/\\]|\.ya?ml$/.test(text) && !SCOPED.test(text);

/** `mine/prod` and `shared/prod`; a file in a directory with such a name needs its ending, or `./`. */
const SCOPED = /^(?:mine|shared)\/(?!.*\.ya?ml$)[^/\\]+$/;
