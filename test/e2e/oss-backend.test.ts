import {expect, it} from 'vitest';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import {OSS_KEYS, type OssDouble, ossDouble, ossProblem} from '../rig/doubles/oss.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {repository} from '../rig/repository.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Listed = {readonly releases: readonly {readonly revision: number; readonly phase: string}[]};

const environmentOf = ({url, bucket}: OssDouble): Readonly<Record<string, string>> => ({
  GANTRY_BACKEND: `oss://${bucket}/team?region=cn-hangzhou&endpoint=${url}`,
  ALICLOUD_ACCESS_KEY: OSS_KEYS.id,
  ALICLOUD_SECRET_KEY: OSS_KEYS.secret,
});

/** Two who have the same files, and each an empty home. */
async function runners(kubeconfigPath: string, namespace: string): Promise<readonly [Stack, Stack]> {
  const one = (): Promise<Stack> =>
    makeStack({
      kubeconfigPath,
      namespace,
      files: {...manifests(configMap('settings', {a: '1'})), ...repository('shop')},
    });
  return [await one(), await one()];
}

onCluster('releases in a bucket of Alibaba Cloud OSS (a test double)', (cluster) => {
  it('two runners with empty homes work on one stack in OSS, and no credential is printed or stored', async () => {
    const double = Object.assign(await ossDouble(), {pageSize: 5});
    const env = environmentOf(double);
    const [first, second] = await runners(cluster.kubeconfigPath, cluster.freshNamespace());
    const applied = await first.gantry(['apply', '--yes', '--insecure'], {env});
    expect(applied.code, applied.stderr).toBe(0);
    const listed = await second.json<Listed>(['release', 'list', '--insecure'], {env});
    expect(listed.document.releases).toMatchObject([{revision: 1, phase: 'succeeded'}]);
    await second.write(manifests(configMap('settings', {a: '2'})));
    const again = await second.gantry(['apply', '--yes', '-v', '--insecure'], {env});
    expect(again.code, again.stderr).toBe(0);
    const destroyed = await first.gantry(['destroy', '--yes', '--insecure'], {env});
    expect(destroyed.code, destroyed.stderr).toBe(0);

    const names = [...double.objects.keys()];
    expect(names.filter((name) => !/^team\/.+\/\.\d{12}$/.test(name))).toEqual([]);
    // Each key has one version, whatever was written.
    expect(new Set(names.map((name) => name.replace(/\.\d{12}$/, ''))).size).toBe(names.length);
    const written = [first.home, second.home].map(everythingWritten);
    const said = [applied, listed, again, destroyed].map(({stdout, stderr}) => stdout + stderr);
    const stored = [...double.objects.values()].map(({body}) => body.toString('latin1'));
    expect(
      leaks(
        [
          ...(await Promise.all(written)).flatMap((files) => [...files.values()]),
          ...said,
          ...stored,
          ...double.asked,
        ].join('\n'),
        {secret: OSS_KEYS.secret},
      ),
    ).toEqual([]);
  });

  it.each(['Enabled', 'Suspended'] as const)(
    'an apply is refused if versioning of the bucket is %s, before anything is written',
    async (versioning) => {
      const double = Object.assign(await ossDouble(), {versioning});
      const [stack] = await runners(cluster.kubeconfigPath, cluster.freshNamespace());
      const {code, stderr} = await stack.gantry(['apply', '--yes', '--insecure'], {env: environmentOf(double)});
      expect({code, stderr}).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(/versioning is enabled or\s+suspended/),
      });
      expect(double.objects.size).toBe(0);
    },
  );

  it('a user who may not write to the bucket can preview, and an apply ends with 4 and names the permission', async () => {
    const double = await ossDouble();
    double.interfere = ({method}) => (method === 'PUT' ? ossProblem(403, 'AccessDenied') : undefined);
    const env = environmentOf(double);
    const [stack] = await runners(cluster.kubeconfigPath, cluster.freshNamespace());
    const preview = await stack.gantry(['preview', '--insecure'], {env});
    expect(preview.code, preview.stderr).toBe(0);
    const apply = await stack.gantry(['apply', '--yes', '--insecure'], {env});
    expect({code: apply.code, stderr: apply.stderr}).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/oss:PutObject on team-state\/team\/keys\/hmac/),
    });
  });
});
