import {access, constants, statfs} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that permits a private directory on a disk. */
export const ON_DISK_VARIABLE = 'GANTRY_TERRAFORM_ON_DISK';
/** The type of a tmpfs, as `statfs` reports it. */
const TMPFS = 0x01021994;

/**
 * Returns the directory for the working directories of Terraform: in memory, because its state and its plans contain secrets in clear. On
 * a disk only if the user permits it.
 * @throws GantryError terraform/unusable
 */
export async function privatePlace(env: Environment, home: string): Promise<string> {
  const user = process.getuid?.() ?? 'user';
  for (const place of [env['XDG_RUNTIME_DIR'], '/dev/shm'])
    if (place !== undefined && (await isInMemory(place))) return join(place, `gantry-terraform-${user}`);
  if (env[ON_DISK_VARIABLE] === '1') return join(home, 'run');
  throw new GantryError({
    code: 'terraform/unusable',
    problem: 'a directory in memory was not found, and a Terraform state contains secrets in clear',
    hint: `Set XDG_RUNTIME_DIR to a tmpfs, or ${ON_DISK_VARIABLE}=1 to permit a private directory on disk.`,
  });
}

/** Reports whether this user can write to a tmpfs. After `su`, XDG_RUNTIME_DIR can be that of another user. */
async function isInMemory(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    const {type, bavail} = await statfs(path);
    return type === TMPFS && bavail > 0;
  } catch {
    return false;
  }
}
