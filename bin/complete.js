import {homeIn, ownCache} from './own-cache.js';

/**
 * Answers a completion request of a shell. `modules` loads the modules of completion when they are needed: the whole program only if the
 * cache does not have the answer. Never fails, because a shell cannot show an error.
 */
export async function writeCompletion(argv, modules) {
  const {env} = process;
  const home = homeIn(env);
  let finder;
  const find = async (question, request) => {
    finder ??= (await modules.main()).openPlaceFinder();
    return (await finder)[question](request);
  };
  try {
    const {complete} = await modules.complete();
    const text = await complete({
      argv,
      env,
      home,
      cwd: process.cwd(),
      isPrivate: ownCache(home, 'completion') !== undefined,
      table: async () => (await modules.commands()).commandTable(),
      fields: async () => (await modules.fields()).fieldTable(),
      finder: {place: (request) => find('place', request), stacks: (request) => find('stacks', request)},
    });
    process.stdout.write(text);
  } catch {
    // Nothing can be completed here, for example in a directory that was deleted.
  }
}
