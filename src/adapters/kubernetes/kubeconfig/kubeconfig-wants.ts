import {GantryError} from '../../../core/failure/failure.ts';
import type {Ability} from '../../../core/trust/abilities.ts';
import type {LocalSource} from '../../../core/workspace/kubeconfig-source.ts';
import type {TrustWant} from '../../../core/workspace/trust-line.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import {defined} from '../../../lib/defined.ts';
import {digestOf} from '../../../lib/digest-of.ts';
import {isMetadataAddress} from '../../../lib/metadata-address.ts';
import type {KubeconfigWants} from '../../../ports/kubeconfig-wants.ts';
import {type ChosenContext, chooseContext} from './choose-context.ts';
import {problemOf} from './problem.ts';
import {readKubeconfig} from './read-kubeconfig.ts';
import {type TrustRequest, trustRequestsOf} from './refuse-untrusted.ts';

const metadata = (what: string) => ({ability: 'metadata', text: `its kubeconfig names the ${what}`}) as const;

const ABILITY: Readonly<Record<TrustWant['kind'], Ability>> = {
  program: 'program',
  'any-program': 'program',
  localFiles: 'file',
  insecureTls: 'insecureTls',
};

/**
 * Returns what a kubeconfig that may come from somebody else uses on this machine. Returns undefined if it names no
 * cluster and user to connect with.
 * @param source the content or the files of the kubeconfig
 * @param withUser false if the workspace has its own identity, so that the user of the kubeconfig is ignored
 * @throws GantryError 'context/kubeconfig' for a wrong field: otherwise other fields would be used before the mistake
 * is found
 */
export async function kubeconfigWants(source: LocalSource, withUser: boolean): Promise<KubeconfigWants | undefined> {
  const chosen = await chosenOf(source, withUser);
  if (chosen === undefined) return undefined;
  const {cluster, user} = chosen;
  const {server, 'certificate-authority-data': ca, ...more} = cluster.fields();
  const address = typeof server === 'string' ? server : '';
  const proxy = cluster.text('proxy-url') ?? '';
  return {
    wants: [
      ...trustRequestsOf({cluster, user: withUser ? user : undefined})
        // A connection that stays on this machine cannot be intercepted.
        .filter(({want}) => !(want.kind === 'insecureTls' && want.local === true))
        .map((request) => wantOf(request, source)),
      ...(isMetadataAddress(address) ? [metadata(`server ${address}`)] : []),
      ...(isMetadataAddress(proxy) ? [metadata(`proxy ${proxy}`)] : []),
    ],
    server: {
      ability: 'server',
      text: `sends ${address} the contents of a stack, including the values of its secrets`,
      // A party that controls the CA could impersonate the server.
      exact: digestOf(canonicalJson({ca, ...more})),
    },
  };
}

async function chosenOf(source: LocalSource, withUser: boolean): Promise<ChosenContext | undefined> {
  const problem = problemOf(source);
  if (source.from.kind === 'in-cluster') return undefined;
  try {
    return chooseContext(await readKubeconfig(source.from, problem), source.kubeContext, problem, withUser);
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}

function wantOf(
  {words, want, exact, variables = []}: TrustRequest,
  {from}: LocalSource,
): KubeconfigWants['wants'][number] {
  const paths = from.kind === 'files' ? from.paths : [];
  return {
    ability: ABILITY[want.kind],
    // The text is the same on every machine: without the local path of the kubeconfig.
    text: `its kubeconfig: ${paths.reduce((text, path) => text.replaceAll(` in ${path}`, ''), words)}`,
    ...defined({exact: exact === undefined ? undefined : digestOf(canonicalJson(exact))}),
    path: want.kind === 'localFiles' && want.isSent !== true ? want.path : undefined,
    ...defined({words: want.kind === 'program' ? [...want.command, ...variables] : undefined}),
  };
}
