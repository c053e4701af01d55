{{- define "common.name" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "common.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- with (.Values.global).team }}
team: {{ . }}
{{- end }}
{{- end }}

{{- define "common.configMap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "common.name" . }}
  labels:
    {{- include "common.labels" . | nindent 4 }}
{{- end }}

{{- /* Merges the object of a chart into one of this library. */ -}}
{{- define "common.merge" -}}
{{- $top := first . -}}
{{- $own := fromYaml (include (index . 2) $top) | default dict -}}
{{- $base := fromYaml (include (index . 1) $top) | default dict -}}
{{- toYaml (merge $own $base) -}}
{{- end }}
