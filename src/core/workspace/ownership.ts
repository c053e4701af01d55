/** The attributes of a file or a directory that decide who can write it. */
export type Owned = {readonly uid: number; readonly mode: number; readonly isDirectory: boolean};

/** The problem of a path that others can write. `repair` is a command with `%` for the path. */
export type OwnershipProblem = {readonly problem: string; readonly repair: string};

const [STICKY, GROUP, OTHERS] = [0o1000, 0o020, 0o002];

/**
 * Returns the problem of a path that users other than the user and root can write; undefined if there is none.
 * @param me the user's id; undefined on systems without file owners
 * @param privately true for the user's own home, which the group must not write either
 */
export function ownershipProblem(
  {uid, mode, isDirectory}: Owned,
  me: number | undefined,
  privately: boolean,
): OwnershipProblem | undefined {
  if (me === undefined) return undefined;
  if (uid !== me && uid !== 0)
    return {problem: `it belongs to another user (uid ${uid})`, repair: `sudo chown -R ${me} %`};
  // In a directory with the sticky bit, as /tmp, only the owner of an entry can replace it.
  if ((mode & OTHERS) !== 0 && !(isDirectory && (mode & STICKY) !== 0))
    return {problem: 'every user of this machine can write it', repair: privately ? 'chmod 700 %' : 'chmod o-w %'};
  if (privately && (mode & GROUP) !== 0) return {problem: 'its group can write it', repair: 'chmod 700 %'};
  return undefined;
}
