import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {About} from './said-diagnostics.ts';
import {addressesIn, type Stored} from './stored.ts';

/** Names what a killed apply had begun and the state does not have: it may exist. */
export function mayExist({begun = [], state, ids}: Stored, {importIdOf}: About): readonly Diagnostic[] {
  const there = new Set(addressesIn(state));
  // What an apply had begun to adopt existed before it, and the next plan adopts it.
  const isImported = (address: string): boolean => importIdOf?.(ids[address] ?? address) !== undefined;
  return begun
    .filter((address) => !there.has(address) && !isImported(address))
    .map((address) => ({
      severity: 'warning',
      code: 'terraform/may-exist',
      message: `${ids[address] ?? address} may exist: an apply that was killed had begun to create ${address}, and did not record it`,
      resource: ids[address] ?? address,
      hint: 'Check it at the provider, and delete it there if it exists: the next apply creates it again.',
    }));
}
