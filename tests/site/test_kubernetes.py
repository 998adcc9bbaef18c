"""The folder for Kubernetes says what Procfile, image and settings say, in the terms of the API of Kubernetes."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from saboteur_site import settings as of_the_site
from saboteur_site.celery import SWEEPS
from tests.processes import COMMANDS, ROOT, at

Object = dict[str, Any]

FOLDER = ROOT / "deploy/kubernetes"
KUSTOMIZATION: Object = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
IMAGE = (ROOT / "Dockerfile").read_text()
DOCS = (ROOT / "docs/operating.md").read_text()
SCHEMA = json.loads((ROOT / "tests/site/kubernetes.json").read_text())
#: The kinds that are used, with the version of their API.
KINDS = {
    ("v1", "Namespace"): "core.v1.Namespace",
    ("v1", "Service"): "core.v1.Service",
    ("v1", "ConfigMap"): "core.v1.ConfigMap",
    ("apps/v1", "Deployment"): "apps.v1.Deployment",
    ("batch/v1", "Job"): "batch.v1.Job",
    ("policy/v1", "PodDisruptionBudget"): "policy.v1.PodDisruptionBudget",
}
PROCESSES = ["web", *SWEEPS, "beat"]
#: What kustomize makes of settings.env, but for its name.
PLAIN = dict(re.findall(r"^([A-Z_]+)=(.*)$", (FOLDER / "settings.env").read_text(), re.MULTILINE))


def read() -> dict[tuple[str, str], Object]:
    """Return the objects of all files of the kustomization, by kind and name."""
    found = [one for name in KUSTOMIZATION["resources"] for one in yaml.safe_load_all((FOLDER / name).read_text())]
    by_name = {(one["kind"], one["metadata"]["name"]): one for one in found}
    assert len(by_name) == len(found)
    return by_name


OBJECTS = read()
WORKLOADS = {name: one for (kind, name), one in OBJECTS.items() if kind in ("Deployment", "Job")}


def wrong(one: Object) -> list[str]:
    """Return what the API of Kubernetes would not take of an object."""
    kind = KINDS.get((one.get("apiVersion", ""), one.get("kind", "")))
    if kind is None:
        return [f"there is no kind {one.get('kind')} in {one.get('apiVersion')}"]
    schema = SCHEMA | {"$ref": f"#/$defs/{kind}"}
    found = [error.message for error in jsonschema_rs.validator_for(schema).iter_errors(one)]
    return found + [f"{one['kind']} without a name"] * (not one.get("metadata", {}).get("name"))


def pod(one: Object) -> Object:
    """Return the specification of a workload's pods."""
    specification: Object = one["spec"]["template"]["spec"]
    return specification


def container(one: Object) -> Object:
    """Return the one container of a workload."""
    only: Object
    (only,) = pod(one)["containers"]
    return only


def probes(one: Object) -> Iterator[Object]:
    """Yield what the probes of a workload ask."""
    for name in ("startupProbe", "readinessProbe", "livenessProbe"):
        if name in container(one):
            yield container(one)[name]


# -- what Kubernetes takes


@pytest.mark.parametrize("one", OBJECTS.values(), ids=map("-".join, OBJECTS))
def test_object_fits_the_schema_of_kubernetes(one: Object) -> None:
    assert wrong(one) == []


FAULTS: dict[str, Callable[[Object], Any]] = {
    "unknown kind": lambda one: one.update(apiVersion="extensions/v1beta1"),
    "misspelt field": lambda one: container(one).update(readynessProbe={}),
    "text for a number": lambda one: one["spec"].update(replicas="two"),
    "no selector": lambda one: one["spec"].pop("selector"),
    "no name of a container": lambda one: container(one).pop("name"),
    "field at the wrong level": lambda one: pod(one).update(readOnlyRootFilesystem=True),
    "no name": lambda one: one["metadata"].pop("name"),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_planted_fault_in_a_deployment_is_found(fault: Callable[[Object], Any]) -> None:
    broken = deepcopy(OBJECTS["Deployment", "web"])
    fault(broken)
    assert wrong(broken) != []


def test_every_file_of_the_folder_is_in_the_kustomization() -> None:
    assert {path.name for path in FOLDER.glob("*.yaml")} == {"kustomization.yaml", *KUSTOMIZATION["resources"]}
    (generated,) = KUSTOMIZATION["configMapGenerator"]
    assert (generated["name"], generated["envs"]) == ("settings", ["settings.env"])


def test_what_kustomize_builds_fits_the_schema_and_refers_to_itself() -> None:
    if not (program := shutil.which("kubectl")):
        pytest.skip("there is no kubectl; the files are checked by themselves")
    built = subprocess.run([program, "kustomize", str(FOLDER)], stdout=subprocess.PIPE, check=True, text=True).stdout
    found = list(yaml.safe_load_all(built))
    assert len(found) == len(OBJECTS) + 1
    assert [problem for one in found for problem in wrong(one)] == []
    (plain,) = [one for one in found if one["kind"] == "ConfigMap"]
    assert plain["data"] == PLAIN
    maps = {
        container(one)["envFrom"][0]["configMapRef"]["name"] for one in found if one["kind"] in ("Deployment", "Job")
    }
    assert maps == {plain["metadata"]["name"]}
    names = {one["metadata"].get("namespace", one["metadata"]["name"]) for one in found}
    assert names == {OBJECTS["Namespace", "saboteur"]["metadata"]["name"]}


@pytest.mark.parametrize(("key", "one"), OBJECTS.items(), ids=map("-".join, OBJECTS))
def test_selector_matches_the_labels_of_the_pods_it_means(key: tuple[str, str], one: Object) -> None:
    kind, name = key
    labels = one["metadata"]["labels"]
    assert labels["app.kubernetes.io/name"] == "saboteur"
    assert labels["app.kubernetes.io/component"] == ("settings" if kind == "Namespace" else name)
    if kind in ("Deployment", "Job"):
        assert one["spec"]["template"]["metadata"]["labels"] == labels
    pods = OBJECTS["Deployment", "web"]["spec"]["template"]["metadata"]["labels"]
    if kind in ("Deployment", "PodDisruptionBudget"):
        assert one["spec"]["selector"]["matchLabels"] == labels
    if kind == "Service":
        assert one["spec"]["selector"] == pods
    for spread in pod(one).get("topologySpreadConstraints", []) if kind == "Deployment" else []:
        assert spread["labelSelector"]["matchLabels"] == labels


# -- what the site says elsewhere


def test_workloads_are_the_processes_of_the_procfile() -> None:
    assert set(WORKLOADS) == {*PROCESSES, "migrate"}
    assert set(COMMANDS) == {*PROCESSES, "release"}


@pytest.mark.parametrize("name", PROCESSES)
def test_deployment_runs_the_command_of_the_procfile(name: str) -> None:
    command = at("0.0.0.0:8000") if name == "web" else COMMANDS[name]
    assert " ".join(container(WORKLOADS[name])["command"]) == command


def test_job_runs_the_migrations_of_the_compose_file() -> None:
    (command,) = re.findall(r"command: (python .+)\n", (ROOT / "compose.yaml").read_text())
    assert " ".join(container(WORKLOADS["migrate"])["command"]) == command
    assert pod(WORKLOADS["migrate"])["restartPolicy"] == "Never"
    assert "activeDeadlineSeconds" not in WORKLOADS["migrate"]["spec"]


def test_pods_differ_in_command_resources_and_probes_alone() -> None:
    assert [name for name, one in WORKLOADS.items() if common(one) != common(WORKLOADS["web"])] == []


def common(one: Object) -> Object:
    """Return what pods of all workloads have in common."""
    specification = deepcopy(pod(one))
    for key in ("topologySpreadConstraints", "restartPolicy"):
        specification.pop(key, None)
    (only,) = specification["containers"]
    own = ("name", "command", "resources", "ports", "startupProbe", "readinessProbe", "livenessProbe", "lifecycle")
    for key in own:
        only.pop(key, None)
    for variable in only["env"]:
        variable["valueFrom"]["secretKeyRef"].pop("name")
    return specification


@pytest.mark.parametrize("name", WORKLOADS)
def test_pod_runs_without_root_capabilities_or_a_disk(name: str) -> None:
    specification, only = pod(WORKLOADS[name]), container(WORKLOADS[name])
    (account,) = re.findall(r"^USER (\d+)$", IMAGE, re.MULTILINE)
    assert specification["securityContext"] == {
        "runAsNonRoot": True,
        "runAsUser": int(account),
        "runAsGroup": int(account),
        "fsGroup": int(account),
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    assert only["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert specification["automountServiceAccountToken"] is False
    (local,) = re.findall(r"LOCAL_DIR=(\S+)", IMAGE.split("WORKDIR")[0])
    assert {one["mountPath"] for one in only["volumeMounts"]} == {"/tmp", local}  # noqa: S108 (it is in the pod)
    assert [one for one in specification["volumes"] if "emptyDir" not in one] == []
    assert {one["name"] for one in specification["volumes"]} == {one["name"] for one in only["volumeMounts"]}


@pytest.mark.parametrize("name", WORKLOADS)
def test_pod_has_as_long_to_stop_as_a_container_of_compose(name: str) -> None:
    (grace,) = re.findall(r"stop_grace_period: (\d+)s", (ROOT / "compose.yaml").read_text())
    assert pod(WORKLOADS[name])["terminationGracePeriodSeconds"] == int(grace)


@pytest.mark.parametrize("name", WORKLOADS)
def test_pod_asks_for_memory_and_has_a_limit(name: str) -> None:
    resources = container(WORKLOADS[name])["resources"]
    asked, most = (int(resources[kind]["memory"].removesuffix("Mi")) for kind in ("requests", "limits"))
    assert 0 < asked < most
    assert "cpu" in resources["requests"]


def test_processes_of_two_releases_never_run_at_the_same_time() -> None:
    assert {WORKLOADS[name]["spec"]["strategy"]["type"] for name in PROCESSES} == {"Recreate"}
    assert {name: WORKLOADS[name]["spec"]["replicas"] for name in PROCESSES} == dict.fromkeys(PROCESSES, 1) | {"web": 2}


def test_disruption_budget_leaves_web_running_and_nodes_to_be_emptied() -> None:
    least = OBJECTS["PodDisruptionBudget", "web"]["spec"]["minAvailable"]
    assert 0 < least < WORKLOADS["web"]["spec"]["replicas"]


# -- variables


def test_variables_of_the_pods_are_read_by_the_site() -> None:
    assert set(PLAIN) <= set(of_the_site.ENVIRONMENT)
    given = {variable["name"] for one in WORKLOADS.values() for variable in container(one)["env"]}
    assert given <= set(of_the_site.ENVIRONMENT)
    assert {"SITE_URL", "DEFAULT_FROM_EMAIL", "TRUSTED_PROXY_COUNT", "ALLOWED_HOSTS"} <= set(PLAIN)
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "VAPID_KEY"} <= given
    assert not given & set(PLAIN)


@pytest.mark.parametrize("name", WORKLOADS)
def test_secret_comes_by_reference_and_a_missing_one_stops_the_pod(name: str) -> None:
    for variable in container(WORKLOADS[name])["env"]:
        assert set(variable) == {"name", "valueFrom"}
        reference = variable["valueFrom"]["secretKeyRef"]
        assert reference["key"] == variable["name"]
        assert reference.get("optional", False) is (variable["name"] == "METRICS_TOKEN")
        owner = name == "migrate" and variable["name"] == "DATABASE_URL"
        assert reference["name"] == ("saboteur-owner" if owner else "saboteur")
    assert container(WORKLOADS[name])["envFrom"] == [{"configMapRef": {"name": "settings"}}]


def test_folder_holds_no_secret() -> None:
    assert not {kind for kind, _ in OBJECTS} & {"Secret"}
    assert not re.search(r"://[^/\s]+:[^/\s]+@", "".join(path.read_text() for path in FOLDER.iterdir()))


# -- probes


def test_web_alone_is_asked_and_at_an_address_that_answers(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = PLAIN["ALLOWED_HOSTS"].split(",")
    assert [name for name, one in WORKLOADS.items() if list(probes(one))] == ["web"]
    (port,) = container(WORKLOADS["web"])["ports"]
    asked = [probe["httpGet"] for probe in probes(WORKLOADS["web"])]
    assert len(asked) == 3
    for one in asked:
        (host,) = one["httpHeaders"]
        assert (one["port"], one["path"], host["name"]) == (port["name"], reverse("games:alive"), "Host")
        assert Client().get(one["path"], headers={"host": host["value"]}).status_code == 200
        assert Client().get(one["path"], headers={"host": "10.1.2.3:8000"}).status_code == 400


def test_probe_waits_longer_than_web_takes_when_the_database_hangs() -> None:
    assert [probe["timeoutSeconds"] for probe in probes(WORKLOADS["web"]) if probe["timeoutSeconds"] <= 4] == []


def test_service_and_image_have_the_same_port() -> None:
    (port,) = OBJECTS["Service", "web"]["spec"]["ports"]
    (inside,) = container(WORKLOADS["web"])["ports"]
    (exposed,) = re.findall(r"^EXPOSE (\d+)$", IMAGE, re.MULTILINE)
    assert (port["port"], port["targetPort"], inside["containerPort"]) == (int(exposed), inside["name"], int(exposed))
    assert OBJECTS["Service", "web"]["metadata"]["name"] in PLAIN["ALLOWED_HOSTS"].split(",")


# -- what operators copy


def test_docs_of_kubernetes_name_objects_labels_and_secrets_that_exist() -> None:
    page = DOCS.split("\n### On Kubernetes\n")[1].split("\n## ")[0]
    for secret in ("saboteur", "saboteur-owner"):
        assert f"secret generic {secret} " in page
    needed = {v["name"] for v in container(WORKLOADS["web"])["env"]} - {"METRICS_TOKEN"}
    assert [name for name in sorted(needed) if f"`{name}`" not in page] == []
    labels = {one["metadata"]["labels"]["app.kubernetes.io/component"] for one in OBJECTS.values()}
    for listed in re.findall(r"component in \(([\w, ]+)\)", page):
        assert {name.strip() for name in listed.split(",")} <= labels
    (stopped,) = re.findall(r"scale --replicas 0 deployment ([a-z ]+)\n", page)
    assert set(stopped.split()) == {*SWEEPS, "beat"}
    order = [
        "delete job migrate",
        "component in (settings, migrate)",
        "--for condition=complete",
        "scale --replicas 0",
        "wait --for delete",
    ]
    assert sorted(order, key=page.index) == order


def test_image_names_no_processor() -> None:
    assert not re.search(r"amd64|x86|arm64|aarch64|--platform", IMAGE)
    assert "--platform linux/amd64,linux/arm64" in DOCS


def test_image_holds_what_the_read_only_pods_cannot_make() -> None:
    assert "manage.py compilecatalogues" in IMAGE
    assert "manage.py collectstatic" in IMAGE
    assert Path(settings.BASE_DIR, "saboteur_site/migrations/0001_cache_table.py").exists()
