import {randomBytes} from 'node:crypto';
import {isProvablyDead, ownProcess} from '../../../lib/process-identity.ts';

/** Returns a new file name that contains its process, so that other processes can detect the files of a dead one. */
export function ownedName(): string {
  const {bootId, pidNamespace, pid, start} = ownProcess();
  return [bootId, pidNamespace, pid, start, randomBytes(8).toString('hex')].join('.');
}

/** Reports whether the process in a name is provably dead. A name of another form is not an orphan. */
export function isLeftover(name: string): boolean {
  const [bootId, pidNamespace, pid, start, unique] = name.split('.');
  if (!bootId || !pidNamespace || !start || !unique || !/^\d+$/.test(pid ?? '')) return false;
  return isProvablyDead({bootId, pidNamespace, pid: Number(pid), start});
}
