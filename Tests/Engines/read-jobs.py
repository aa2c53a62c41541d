"""Reads jobs of Kubernetes and Open Job Description as their engines do: read-jobs.py JOBS

JOBS is JSON: a list of the texts of both, and of the path and the name that the command has to get. Ends with 1 where one is
refused or gets another. With openjd.model installed its own parser reads the templates too.
"""
import json
import re
import sys
import unicodedata

import yaml

try:
    from openjd.model import decode_job_template
except ImportError:
    decode_job_template = None


def expanded(text, values):
    """Expands an argument as Kubernetes does: $(NAME) of a known name is replaced, $$ is a dollar sign."""
    return re.sub(
        r"\$(\$|\(([^)]*)\))",
        lambda found: "$" if found[1] == "$" else values.get(found[2], found[0]),
        text)


def check_kubernetes(text, path):
    job = yaml.safe_load(text)
    name = job["metadata"]["name"]
    # The name of a pod is that of the job and -INDEX, with at most 63 characters.
    assert re.fullmatch(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?", name) and len(name) + len("-99999") <= 63, name
    arguments = job["spec"]["template"]["spec"]["containers"][0]["args"]
    arguments = [expanded(text, {"JOB_COMPLETION_INDEX": "0", "A": "a"}) for text in arguments]
    assert arguments == ["work", path, "--threads", "1", "--progress-bar", "never"], arguments


def check_openjd(text, name):
    template = yaml.safe_load(text)
    title = template["name"]
    assert 1 <= len(title) <= 128 and "{{" not in title and "}}" not in title, title
    assert not any(unicodedata.category(character) == "Cc" for character in title), title
    # The value of a parameter is not a template, so braces are kept.
    assert template["parameterDefinitions"][0]["default"] == name and len(name) <= 1024
    assert template["steps"][0]["script"]["actions"]["onRun"]["args"][:2] == ["work", "{{Param.Plan}}"]
    if decode_job_template:
        decode_job_template(template=template)


jobs = json.load(open(sys.argv[1], encoding="utf-8"))
for job in jobs:
    check_kubernetes(job["kubernetes"], job["mounted"])
    check_openjd(job["openjd"], job["name"])
print(len(jobs), "read")
