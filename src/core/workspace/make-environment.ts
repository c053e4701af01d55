import type {Secret} from '../secret/secret.ts';
import {valueKind} from '../secret/value-kind.ts';
import type {ChildEnvironment, CredentialFile} from './child-environment.ts';
import type {DecidedKey} from './key-candidate.ts';
import {namesFile, namesFileOrContent, twinsOf} from './provider-twins.ts';

/** The decided keys of a workspace, and their values. */
export type EnvironmentInputs = {
  readonly decided: readonly DecidedKey[];
  /** The resolved values of the workspace and its spec. Paths are absolute. */
  readonly values: ReadonlyMap<string, Secret>;
};

const GOOGLE_FILE = 'GOOGLE_APPLICATION_CREDENTIALS';

/** Returns the environment for programs of a workspace: each value under all of its names, without values of another identity. */
export function makeEnvironment({decided, values}: EnvironmentInputs): ChildEnvironment {
  const set = new Map<string, Secret>();
  const files = new Map<string, CredentialFile>();
  const say = (name: string, put: (variable: string) => void): void => {
    put(name);
    for (const twin of twinsOf(name)) if (!values.has(twin)) put(twin);
  };
  const asFile = (name: string, content: Secret): void =>
    say(name, (variable) => files.set(variable, {variable, name: fileName(variable), content}));
  for (const [name, value] of values) {
    const isContent = valueKind(value) === 'json';
    if (namesFile(name) && isContent) asFile(name, value);
    else say(name, (variable) => set.set(variable, value));
  }
  // Terraform reads the key itself; gcloud and the libraries need a file.
  for (const [name, value] of values) {
    if (!namesFileOrContent(name) || set.has(GOOGLE_FILE) || files.has(GOOGLE_FILE)) continue;
    if (valueKind(value) === 'json') asFile(GOOGLE_FILE, value);
    else say(GOOGLE_FILE, (variable) => set.set(variable, value));
  }
  const unset = decided
    .flatMap(({shadowed}) => shadowed.filter(({level}) => level === 'environment').map(({name}) => name))
    .filter((name) => !set.has(name) && !files.has(name));
  return {set, unset: [...new Set(unset)].toSorted(), files: [...files.values()]};
}

const fileName = (variable: string): string => `${variable.toLowerCase().replaceAll('_', '-')}.json`;
