"""Parts of `saboteur_site.settings`, which imports all of them. Each reads its variables when a process starts.

- `environment`: the variables with their descriptions, and the folders of the site
- `addresses`: hosts, https, cookies, content security policy
- `storage`: database, caches, sessions, queue
- `sign_in`: accounts, passwords, second factors (django-allauth)
- `logs`: logs, and reports of failures
"""
