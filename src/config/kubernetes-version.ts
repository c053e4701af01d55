import {z} from 'zod';

/** The version of the cluster of a workspace, for checks without it. */
export const KubernetesVersion = z
  .string()
  .regex(/^v?1\.\d+(?:\.\d+)?(?:[-+].*)?$/, {error: 'must be a version of Kubernetes in quotes, for example "1.34"'})
  .nullish()
  .meta({
    description:
      'The version of Kubernetes in the cluster. `gantry validate` checks objects against this version. Default: the version in `charts.lock.yaml`, else the newest known version.',
  });
