"""Starts the app: `streamlit run app.py`.

Streamlit takes a folder named `pages` beside its main script for its old
multipage mode and then shows "Page not found" over the first deep link.
Handing the script over as an App keeps it out of that mode.
"""

import streamlit as st

app = st.App("pages/frame.py")
