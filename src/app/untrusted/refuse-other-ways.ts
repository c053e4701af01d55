import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import type {ExaminedContext} from '../workspace/examined-context.ts';
import {refusedUntrusted} from './refused-untrusted.ts';

/**
 * Refuses, in an untrusted checkout, a cluster that does not come from the base commit's workspace or the job's own kubeconfig: no file of
 * the stack may name it, and it is not fetched from another server.
 * @throws GantryError 'untrusted/refused'
 */
export function refuseOtherWays({kubeconfig, values}: Pick<ExaminedContext, 'kubeconfig' | 'values'>): void {
  if (untrustedCheckout() === undefined) return;
  const said = values.find(({name}) => name === 'kubeconfig')?.source.kind;
  if (said === 'spec' || said === 'extension')
    throw refusedUntrusted(
      'the files of the stack name a cluster of their own',
      'Name the cluster in the workspace, or in KUBECONFIG of the job.',
    );
  if ('awaits' in kubeconfig)
    throw refusedUntrusted(
      'the kubeconfig would be fetched from another server than the pinned one',
      'Give the job a kubeconfig in KUBECONFIG, whose identity can only read.',
    );
}
