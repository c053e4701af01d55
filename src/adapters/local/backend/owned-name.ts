import {randomBytes} from 'node:crypto';
import {isProvablyDead, ownProcess} from '../../../lib/process-identity.ts';

/** A new file name that says which process made it, so that another can tell what a dead one left behind. */
export function ownedName(): string {
  const {bootId, pidNamespace, pid, start} = ownProcess();
  return [bootId, pidNamespace, pid, start, randomBytes(8).toString('hex')].join('.');
}

/** Whether the process that the name tells of is provably dead. A name of another form is no orphan. */
export function isOrphan(name: string): boolean {
  const [bootId, pidNamespace, pid, start, unique] = name.split('.');
  if (!bootId || !pidNamespace || !start || !unique || !/^\d+$/.test(pid ?? '')) return false;
  return isProvablyDead({bootId, pidNamespace, pid: Number(pid), start});
}
