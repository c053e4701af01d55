import type {ChildEnvironment} from '../../../core/workspace/child-environment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment of the process with the provider keys of a workspace added, in which a store's library finds its login. */
export function storeEnvironment(env: Environment, {set, unset, files}: ChildEnvironment): Environment {
  const own: Record<string, string | undefined> = {...env};
  for (const name of unset) delete own[name];
  for (const [name, value] of set) own[name] = value.reveal();
  for (const {variable, content} of files) {
    // No program runs here, so no file exists. Its content is used in a variable that accepts it.
    delete own[variable];
    if (variable.startsWith('GOOGLE_')) own['GOOGLE_CREDENTIALS'] = content.reveal();
  }
  return own;
}
