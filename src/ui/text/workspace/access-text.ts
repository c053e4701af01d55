import type {GrantedAccess, Grants} from '../../../app/access/grant-access.ts';

/** Returns permissions as the text that the tools of their system take: manifests in YAML, a policy in JSON, lines for a shell. */
export async function accessText({grants}: Pick<GrantedAccess, 'grants'>): Promise<string> {
  if (grants.form !== 'manifests') return policyText(grants);
  const {toYaml} = await import('../../../app/to-yaml.ts');
  return toYaml(grants.manifests);
}

/** Returns the text of a policy or of commands. */
export const policyText = (grants: Exclude<Grants, {form: 'manifests'}>): string =>
  grants.form === 'policy' ? `${JSON.stringify(grants.policy, null, 2)}\n` : `${grants.commands.join('\n')}\n`;
