import {stat} from 'node:fs/promises';
import {dirname} from 'node:path';

const OTHERS_READ = 0o004;
const OTHERS_WRITE = 0o002;
const OTHERS_ENTER = 0o001;
const STICKY = 0o1000;

/** Returns, as text, who else than owner and group can read or replace a file. Undefined if nobody can, or the file does not exist. */
export async function exposureOf(file: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  const [mode, folder] = [await modeOf(file), await modeOf(dirname(file))];
  if (mode === undefined || folder === undefined || !(await isReached(dirname(file)))) return undefined;
  if ((mode & OTHERS_WRITE) !== 0 || ((folder & OTHERS_WRITE) !== 0 && (folder & STICKY) === 0))
    return `all users of this machine can replace ${file}`;
  return (mode & OTHERS_READ) === 0 ? undefined : `all users of this machine can read ${file}`;
}

/** Reports whether other users can access a directory. */
async function isReached(directory: string): Promise<boolean> {
  const mode = await modeOf(directory);
  if (mode === undefined || (mode & OTHERS_ENTER) === 0) return false;
  return dirname(directory) === directory || isReached(dirname(directory));
}

const modeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({mode}) => mode,
    () => undefined,
  );
