import type {Resource} from '../../core/resource/resource.ts';
import {kindOf} from '../../core/resource/terraform-kind.ts';
import {SOURCE_ID, sourceTexts} from '../../core/terraform/source.ts';
import {type SourceProvider, sourceProviders} from '../../core/terraform/source-providers.ts';
import {defined} from '../../lib/defined.ts';

/** Stands for a use of a provider in the files of a source, so that its keys are found as for a resource. */
export type SourceAccount = Resource & {
  /** True if the files have the provider block. */
  readonly isDeclared: boolean;
};

/**
 * Returns one entry for each configuration of a provider that a source uses. `aws.us` in the files is the named provider `aws.us` of the workspace,
 * unless the files have a block with this alias.
 */
export function sourceAccounts(
  source: Resource | undefined,
  others: readonly Resource[],
  registry?: string,
): readonly SourceAccount[] {
  if (source === undefined) return [];
  return sourceProviders(sourceTexts(source), registry).flatMap((provider) => [
    ...provider.undeclared.map((alias) => accountOf(provider, alias, others)),
    // A declared block takes its keys from the environment, so that only those without a name are needed.
    ...(provider.isDeclared ? [{...accountOf(provider, undefined, others), isDeclared: true}] : []),
  ]);
}

function accountOf(
  {name, source}: SourceProvider,
  alias: string | undefined,
  others: readonly Resource[],
): SourceAccount {
  const providers = others
    .map((one) => kindOf(one))
    .flatMap((kind) => (typeof kind === 'string' ? [] : (kind.provider ?? [])));
  const version = providers.find((provider) => provider.name === name)?.version;
  return {
    id: `${SOURCE_ID} (${alias === undefined ? name : `${name}.${alias}`})`,
    type: 'Terraform',
    attributes: {},
    dependsOn: [],
    extensions: {
      provider: version === undefined ? source : `${source}/${version}`,
      resourceType: `${name}_any`,
      ...defined({providerRef: alias && `${name}.${alias}`}),
    },
    isDeclared: false,
  };
}
