import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import type {ClusterPin} from '../../core/workspace/cluster-pin.ts';
import {judgeServer} from '../../core/workspace/pinned-server.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import {seenServer} from '../workspace/seen-server.ts';
import {refusedUntrusted} from './refused-untrusted.ts';

/**
 * Requires, in untrusted mode, that a pin proves a server before the first request: by its address, its CA or its key. A missing pin, or
 * a pin of the uid alone, does not prove it.
 * @throws GantryError 'untrusted/refused'
 */
export function requirePinned(pins: readonly ClusterPin[], access: ClusterAccess, workspace: string): void {
  if (untrustedCheckout() === undefined || access.isTemporary === true) return;
  const hint = `Apply once from a trusted branch, or run "gantry workspace trust ${workspace}" there.`;
  if (pins.length === 0)
    throw refusedUntrusted(
      `the workspace ${workspace} is not bound to a cluster (it has no pin), so its server cannot be verified`,
      hint,
    );
  const verdicts = pins.map((pin) => judgeServer(pin, seenServer(access), access.isOwn === true).kind);
  // A new CA in the job's own kubeconfig is accepted only if the files are trusted.
  if (verdicts.some((kind) => kind === 'incomplete' || kind === 'renewed'))
    throw refusedUntrusted(
      `the pin of the workspace ${workspace} does not prove that ${access.server} is its cluster`,
      hint,
    );
}
