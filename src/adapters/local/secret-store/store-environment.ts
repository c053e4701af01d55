import type {ChildEnvironment} from '../../../core/workspace/child-environment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of the process with a workspace's provider keys laid over: what a store's own library finds its login in. */
export function storeEnvironment(env: Environment, {set, unset, files}: ChildEnvironment): Environment {
  const own: Record<string, string | undefined> = {...env};
  for (const name of unset) delete own[name];
  for (const [name, value] of set) own[name] = value.reveal();
  for (const {variable, content} of files) {
    // No program runs here, so that there is no file: its content is taken where it may stand itself.
    delete own[variable];
    if (variable.startsWith('GOOGLE_')) own['GOOGLE_CREDENTIALS'] = content.reveal();
  }
  return own;
}
