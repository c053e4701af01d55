import {isError} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import type {ContextUse, Traces} from '../../core/variation/trace.ts';
import {once} from '../../lib/once.ts';
import type {Candidate, Candidates} from '../manifests/candidate.ts';
import type {StackLocation} from '../stack-location.ts';
import {readImages} from './read-images.ts';
import {stackPatches, workspacePatches} from './read-patches.ts';
import {vary} from './vary.ts';

/** The inputs for the variation of a stack for a workspace. */
export type VaryStack = {
  readonly location: StackLocation;
  readonly workspace: WorkspaceValues | undefined;
  /** The namespace of the stack in the workspace. */
  readonly namespace: string | undefined;
  /** `--image NAME=REF`. */
  readonly images: readonly string[];
  readonly stackOrigin: () => Origin;
  readonly histories?: Traces | undefined;
  /** False to leave out the patches of the stack for the workspace. Default: true. */
  readonly isPatched?: boolean;
};

/** Applies, in this order: values of the context, `patches` of stack.yaml, patches/<workspace>.yaml, images. */
export function varyStack(
  candidates: readonly Candidate[],
  {location: {stack}, workspace, namespace, images, stackOrigin, histories, isPatched = true}: VaryStack,
): Candidates {
  const origin = once(stackOrigin);
  const onUse = histories && ((use: ContextUse) => void histories.contextUses.push(use));
  const read = [
    stackPatches(stack.patches, workspace?.name, origin),
    workspacePatches(stack.dir, isPatched ? workspace?.name : undefined),
    readImages({written: stack.images, flags: images, workspace, stackOrigin: origin, onUse}),
  ] as const;
  const diagnostics = read.flatMap((part) => part.diagnostics);
  // Applying only some of the patches would report problems that follow from the missing ones.
  if (diagnostics.some(isError)) return {candidates, diagnostics};
  const [first, second, named] = read;
  const varied = vary(candidates, {
    patches: [...first.patches, ...second.patches],
    images: named.images,
    common: named.common,
    workspace,
    namespace,
    histories,
  });
  return {candidates: varied.candidates, diagnostics: [...diagnostics, ...varied.diagnostics]};
}
