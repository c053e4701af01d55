import type {Change} from '../../core/plan/plan.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {blocksOf, isRootFile} from '../../core/terraform/code.ts';
import {isInSource, sourceIn} from '../../core/terraform/source.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';

/** A resource of a source, as far as its files say it without an evaluation. */
export type UnreadPart = Pick<Change, 'id'> & {readonly action: 'create' | 'update' | 'delete' | 'unchanged'};

/**
 * Returns the resources of a source of Terraform code by the blocks of its files: those whose block was added, changed or removed since the last release.
 * The files are not evaluated. So all instances of a resource follow its block, and those of a module only its removal.
 */
export function partsOfSource(
  source: Pick<Resource, 'id' | 'attributes'>,
  {prior}: Pick<PlanRequest, 'prior'>,
): readonly UnreadPart[] {
  const now = declaredIn(source);
  const before = declaredIn(prior.spec.find(({id}) => id === source.id));
  const recorded = prior.state.filter(isInSource).map(({id}) => ({id, block: blockOf(id)}));
  const known = new Set(recorded.map(({block}) => block));
  const added = [...now.keys()].filter((block) => !block.startsWith('module.') && !known.has(block));
  return [
    ...added.map((id) => ({id, action: 'create' as const})),
    ...recorded.map(({id, block}) => ({id, action: actionOf(now.get(block), before.get(block))})),
  ];
}

const actionOf = (now: string | undefined, before: string | undefined): UnreadPart['action'] => {
  if (now === undefined) return 'delete';
  return now === before ? 'unchanged' : 'update';
};

/** Returns the text of each block in the root module that declares a resource or a module, by its address. */
function declaredIn(source: Pick<Resource, 'attributes'> | undefined): ReadonlyMap<string, string> {
  const {files} = sourceIn(source?.attributes ?? {});
  return new Map(
    Object.entries(files).flatMap(([path, text]) =>
      typeof text !== 'string' || !isRootFile(path)
        ? []
        : blocksOf(path, text).flatMap(({type, labels, body}): [string, string][] => {
            if (type === 'resource') return [[labels.join('.'), body]];
            return type === 'module' ? [[`module.${labels[0] ?? ''}`, body]] : [];
          }),
    ),
  );
}

/** Returns the address of the block that an instance belongs to: `aws_sqs_queue.a` of `aws_sqs_queue.a["b"]`, `module.net` of all in it. */
const blockOf = (address: string): string => /^[\w-]+\.[\w-]+/.exec(address)?.[0] ?? address;
