import type {Secret} from '../../../core/secret/secret.ts';

/** A bucket that can be opened. */
export type OssConfig = Bucket & {
  readonly credentials?: Keys<Secret> | undefined;
  /** `--insecure`: allows an endpoint on this machine without TLS. */
  readonly insecure: boolean;
};

/** A bucket as users write it. It does not include `insecure`, because only the user who runs a command may disable TLS. */
export type Bucket = {
  readonly kind: 'oss';
  readonly bucket: string;
  /** The prefix of each key, without slashes at its ends. */
  readonly prefix?: string | undefined;
  /** The region. Default: that of the endpoint, else ALICLOUD_REGION. */
  readonly region?: string | undefined;
  /** A server other than the public one of the region. */
  readonly endpoint?: string | undefined;
  /** A profile of the `aliyun` command. */
  readonly profile?: string | undefined;
  /** A file of PEM certificates to trust in addition to those of the system. */
  readonly caFile?: string | undefined;
};

/** Keys of Alibaba Cloud from the environment (texts) or from a workspace (secrets). Temporary keys have a security token. */
export type Keys<Value> = {
  readonly accessKeyId: Value;
  readonly accessKeySecret: Value;
  readonly securityToken?: Value | undefined;
};
