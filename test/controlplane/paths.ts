import {homedir} from 'node:os';
import {join} from 'node:path';

/** The Go modules that the servers and tools are built from. */
export const GO_SOURCES = join(import.meta.dirname, 'go');

/** Apart, so that another Helm does not build another control plane. */
export const HELM4_SOURCES = join(import.meta.dirname, 'go-helm4');

/** Apart for the same reason. */
export const KUSTOMIZE_SOURCES = join(import.meta.dirname, 'go-kustomize');

/** Apart for the same reason. */
export const AGE_SOURCES = join(import.meta.dirname, 'go-age');

/** The modules of the services beside the cluster (test/services). */
export const SERVICES_SOURCES = join(import.meta.dirname, '..', 'services', 'go');

/** What kwok does with nodes, pods and volumes. */
export const STAGES = join(import.meta.dirname, 'stages');

/** What containers have "written": kwok answers requests for a log with this file. */
export const CONTAINER_LOG = join(import.meta.dirname, 'stages', 'container.log');

/** The user's cache: what is built stays here between checkouts and test runs. */
export const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'gantry', 'controlplane');

/** One directory per control plane; what `up` started is always in the same one. */
export const RUNS = join(CACHE, 'run');
export const UP_RUN = join(RUNS, 'up');

/** The emulator of Google Cloud Storage; apart, so that a change of it builds nothing else again. */
export const GCS_SOURCES = join(import.meta.dirname, '..', 'services', 'gcs');

/** The provider of Terraform for tests. */
export const TERRAFORM_SOURCES = join(import.meta.dirname, '..', 'services', 'terraform');

/** OpenTofu. Apart, because it takes minutes. */
export const TOFU_SOURCES = join(import.meta.dirname, '..', 'services', 'tofu');
