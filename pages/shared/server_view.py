"""Models behind a running server, offered beside the files. Looked for only on request."""

from collections.abc import Sequence

import streamlit as st

from core.errors import InferenceError
from core.inference.server_models import ServerModel, find_servers, list_models
from core.runs.candidates import candidate_from_server
from core.runs.records import Candidate
from pages.shared.steps import plain


def ask_for_servers() -> list[Candidate]:
    """The models that the user chose to add in this rerun."""
    with st.expander("Ask a running server instead: Ollama, LM Studio, llama-server, vLLM"):
        st.caption("Its models are asked the same questions. Nothing is looked for until you press a button.")
        if st.button("Look on this machine", icon=":material/lan:"):
            st.session_state["servers_found"] = [(m.url, m.name, list(m.untold)) for m in find_servers()]
        with st.form("server", border=False):
            address, key_env = st.columns(2)
            url = address.text_input("Or an address", placeholder="http://192.168.1.20:8000")
            variable = key_env.text_input(
                "Variable with its key (optional)",
                help="The name of the environment variable that holds the server's key; the key itself is never kept.",
            )
            if st.form_submit_button("List its models") and url.strip():
                st.session_state["servers_found"] = _list(url.strip(), variable.strip())
                st.session_state["server_key_env"] = variable.strip()
        found = st.session_state.get("servers_found")
        if found is None:
            return []
        if not found:
            st.info("No server answers there. Start it, or give its address.")
            return []
        chosen = st.multiselect("Models offered", found, format_func=lambda entry: f"{entry[1]} at {entry[0]}")
        for _, name, untold in chosen:
            if untold:
                st.caption(plain(f"{name}: the server does not tell {', '.join(untold)}."))
        if st.button("Add them as candidates", disabled=not chosen):
            return [
                candidate_from_server(url, name, key_env=st.session_state.get("server_key_env", ""))
                for url, name, _ in chosen
            ]
    return []


def _list(url: str, key_env: str) -> list[tuple[str, str, list[str]]]:
    try:
        models: Sequence[ServerModel] = list_models(url, key_env=key_env or None)
    except InferenceError as error:
        st.error(plain(str(error)))
        return []
    return [(model.url, model.name, list(model.untold)) for model in models]
